"""What doors take and give, as pydantic models: one description for REST, OpenAPI, MCP and the domain."""
