import { execFileSync } from "node:child_process"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import * as Schema from "effect/Schema"
import { fill } from "./storage/lists/fill.js"

const packageFile = createRequire(import.meta.url).resolve("@tollgate/cli/package.json")

/** The command, as it is installed. */
export const command = join(dirname(packageFile), "bin", "tollgate.js")

const Vars = Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.String }))

/** Fills a new database with the demo's account and this many members. Returns the placeholders for its objects. */
export const demo = (database: string, members = 0): Readonly<Record<string, string>> => {
  const printed = execFileSync(process.execPath, [command, "demo", "--json", "--database", database])
  const vars = Schema.decodeUnknownSync(Vars)(printed.toString())
  const place = { workspace: vars["WORKSPACE_ID"] ?? "" }
  if (members > 0) fill(database, place, members, "organization_members", "workspace_members")
  return vars
}

/** The arguments to serve a database without a rate limit. */
export const serveArguments = (database: string, port: number): ReadonlyArray<string> => [
  "serve",
  ...["--database", database],
  ...["--port", String(port)],
  ...["--requests-per-minute", "0"]
]
