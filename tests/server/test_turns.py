"""Whose turn it is, without sockets."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tts_node.server.turns import Change, Turns

BULK, REPLY, ANNOUNCE, ALERT = range(4)


def test_who_comes_first_goes_first():
    turns = Turns()
    turns.join("a", REPLY)
    assert turns.settle() == Change("a", None, interrupts=False)
    turns.join("b", REPLY)
    turns.set_ready("b")
    assert turns.settle() is None and turns.contested
    turns.leave("a")
    assert turns.settle() == Change("b", None, interrupts=False)


def test_the_higher_class_goes_first_when_the_turn_is_free():
    turns = Turns()
    for id, priority in (("a", BULK), ("b", REPLY), ("c", ALERT), ("d", ALERT)):
        turns.join(id, priority)
    assert [turns.position(id) for id in "abcd"] == [3, 2, 0, 1]
    order = []
    while (change := turns.settle()) is not None:
        order.append(change.now)
        turns.leave(change.now)
    assert order == ["c", "d", "b", "a"]


def test_a_higher_class_takes_the_turn_once_it_is_ready():
    turns = Turns()
    turns.join("a", REPLY)
    turns.settle()
    turns.join("b", ALERT)
    assert turns.settle() is None
    turns.set_ready("b")
    assert turns.settle() == Change("b", "a", interrupts=True)
    turns.join("c", ALERT)
    turns.set_ready("c")
    assert turns.settle() is None
    turns.leave("b")
    turns.leave("c")
    assert turns.settle() == Change("a", None, interrupts=False)


def test_who_waits_for_text_lets_others_go_and_comes_back_before_those_who_came_later():
    turns = Turns()
    turns.join("a", REPLY)
    turns.settle()
    turns.set_idle("a", True)
    assert turns.settle() is None  # nobody else has anything to say
    turns.join("b", BULK)
    turns.join("c", BULK)
    assert turns.settle() == Change("b", "a", interrupts=False)
    turns.set_idle("a", False)
    assert turns.settle() is None  # not ready yet
    turns.leave("b")
    assert turns.settle() == Change("a", None, interrupts=False)


def test_who_waits_for_text_is_interrupted_by_a_higher_class_because_its_sound_may_still_play():
    turns = Turns()
    turns.join("a", REPLY)
    turns.settle()
    turns.set_idle("a", True)
    turns.join("b", ALERT)
    assert turns.settle() == Change("b", "a", interrupts=True)


def test_unknown_ids_may_leave():
    turns = Turns()
    turns.leave("a")
    assert turns.holder is None and turns.settle() is None and not turns.contested


_actions = st.lists(
    st.tuples(
        st.sampled_from(["join", "leave", "idle", "busy", "ready"]), st.integers(0, 5), st.integers(0, 3)
    ),
    max_size=60,
)


@given(_actions)
def test_nobody_with_something_to_say_waits_for_nobody(actions):
    turns, members, idle = Turns(), {}, set()
    for action, number, priority in actions:
        id = str(number)
        if action == "join" and id not in members:
            turns.join(id, priority)
            members[id] = priority
        elif id in members and action == "leave":
            turns.leave(id)
            del members[id]
            idle.discard(id)
        elif id in members and action in ("idle", "busy"):
            turns.set_idle(id, action == "idle")
            (idle.add if action == "idle" else idle.discard)(id)
        elif id in members and action == "ready":
            turns.set_ready(id)
        change = turns.settle()
        assert turns.settle() is None
        active = set(members) - idle
        assert turns.holder is None or turns.holder in members
        if active:
            assert turns.holder in active
        if change is not None and change.before is not None:
            assert change.interrupts == (members[change.now] > members[change.before])
