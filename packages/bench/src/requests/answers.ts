import { type Section, section } from "../harness/Section.js"
import { temporaryFolder } from "../harness/temporaryFolder.js"
import { compare, head } from "./compare.js"
import { startContenders } from "./contenders.js"
import { measuredRequests } from "./MeasuredRequest.js"

/** What part of the requests is sent in a round, and in how many rounds. */
const enough = { part: 1, rounds: 5, warmUp: 2 }

/** The cost of a request, compared with a server by hand: of those whose name contains a text. */
export const answers = (only = "", { part, ...turns } = enough): Promise<Section> =>
  temporaryFolder(async (folder) => {
    const { servers, vars } = await startContenders(folder)
    try {
      const rows = []
      for (const asked of measuredRequests(vars).filter(({ name }) => name.includes(only))) {
        const size = { requests: Math.ceil(asked.requests * part), ...turns }
        rows.push(...(await compare(asked, servers, vars["MGMT_KEY"] ?? "", size)))
      }
      return section("A request on SQLite, 16 connections", head, rows)
    } finally {
      for (const server of servers.values()) await server.stop()
    }
  })
