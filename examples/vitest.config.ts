import { project } from "../test/project.js"

export default project("examples", ["*.test.ts", "*/src/**/*.test.ts"])
