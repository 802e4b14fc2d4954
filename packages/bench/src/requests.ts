import { writeReadme } from "./harness/readme.js"
import { section } from "./harness/Section.js"
import { surroundings } from "./harness/surroundings.js"
import { temporaryFolder } from "./harness/temporaryFolder.js"
import { askedOf } from "./requests/Asked.js"
import { compare, head } from "./requests/compare.js"
import { startContenders } from "./requests/contenders.js"

/** What a request costs, beside a server by hand and one of Fastify. Only a strict run fails where a bound is missed. */
export const report = (options: {
  readonly strict: boolean
  readonly write: boolean
  /** What part of the requests is sent: a test has no use for all of them. */
  readonly part?: number
}): Promise<boolean> =>
  temporaryFolder(async (folder) => {
    const before = surroundings()
    const { part = 1 } = options
    const { servers, vars } = await startContenders(folder)
    try {
      const rows = []
      for (const asked of askedOf(vars)) {
        const size = { requests: Math.ceil(asked.requests * part), rounds: 5, warmUp: 2 }
        rows.push(...(await compare(asked, servers, vars["MGMT_KEY"] ?? "", size)))
      }
      const { held, text } = section("A request on SQLite, 16 connections", head, rows)
      process.stdout.write(`${before}\n${text}\n`)
      if (options.write) writeReadme("requests", `${before}\n${text}`)
      return held || !options.strict
    } finally {
      for (const server of servers.values()) await server.stop()
    }
  })
