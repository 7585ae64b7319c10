"""Who takes statements out of turns: rules, and a language model behind the same interface."""
