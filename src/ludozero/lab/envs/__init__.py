"""The games as other libraries know games: each adapter is one module, and needs that library."""
