"""What the jobs do: one module for each kind, one plain async function in each."""
