"""One file per actor: render a prompt, ask a model, return a state update."""
