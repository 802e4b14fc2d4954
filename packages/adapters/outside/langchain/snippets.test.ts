import { testSnippets } from "../../test/snippets.js"

testSnippets("langchain")
