import { project } from "../../test/project.js"

export default project("console")
