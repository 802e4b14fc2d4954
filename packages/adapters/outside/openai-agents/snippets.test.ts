import { testSnippets } from "../../test/snippets.js"

testSnippets("openai-agents")
