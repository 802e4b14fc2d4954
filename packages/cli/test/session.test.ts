import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

const document = readFileSync(new URL("../../../docs/cli.md", import.meta.url), "utf8")
const [, section = ""] = document.split("\n## Commands on a database or a server\n")
const [, shown = ""] = /^```text\n(\$ tollgate .*?)^```$/ms.exec(section) ?? []

/** What differs from one run to the next. */
const invented = (text: string) =>
  text
    .replaceAll(/\b[0-9a-f]{39}(…|[0-9a-f]{25}\b)/g, "HASH")
    .replaceAll(/\b[0-9a-f]{8}(-[0-9a-f]{4,12}){4}\b/g, "ID")
    .replaceAll(/tg_sk_\S{3}\.\.\.\S{4}/g, "LABEL")
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "TIME")

it.scopedLive("docs/cli.md shows what the commands print", () =>
  Effect.gen(function* () {
    const cwd = yield* temporaryFolder
    const run = (args: ReadonlyArray<string>) => Effect.promise(() => runHere(args, { cwd }))
    const { stdout } = yield* run(["init"])
    const organization = /^Organization {4}(\S+)\n/.exec(stdout)?.[1] ?? ""
    const hash = yield* Effect.promise(async () => {
      await using gate = await Tollgate.open({ file: join(cwd, "tollgate.db") })
      const { keys } = gate.asOrganization(organization)
      const { data, key } = await keys.create({ name: "Docs assistant", limit: 25, limit_reset: "monthly" })
      const hold = await gate.spending.authorize({ key, amount: 10, model: "acme/writer" })
      await gate.spending.settle(hold.data.id, { cost: 7.5 })
      await gate.spending.authorize({ key, amount: 2, model: "acme/writer" })
      return data.hash
    })
    const commands = Array.from(shown.matchAll(/^\$ tollgate (.*)$/gm), ([, line = ""]) => line)
    const printed = yield* Effect.forEach(commands, (line) =>
      Effect.map(
        run(line.replace(/[0-9a-f]{64}/, hash).split(" ")),
        ({ stderr, stdout }) => `$ tollgate ${line}\n${stdout}${stderr}`
      )
    )
    expect(invented(printed.join("\n"))).toBe(invented(shown))
    expect(commands.length).toBeGreaterThan(3)
  })
)
