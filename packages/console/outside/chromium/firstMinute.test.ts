import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { documentCommands, documentText, linesOf } from "../../../../test/documentCommands.js"
import { LONG } from "../../../../test/limits.js"
import { terminal } from "../../../../test/terminal.js"
import { environment, greeting } from "../../../cli/test/harness/command.js"
import { temporaryFolder } from "../../../cli/test/harness/temporaryFolder.js"
import { chromium, openedBrowser } from "./chromium.js"
import { openPage } from "./openPage.js"
import { reader } from "./reader.js"

const root = fileURLToPath(new URL("../../../../", import.meta.url))
const DOCUMENT = "docs/console.md"
const SECTION = "The first minute"

/** Runs a command of the document that serves: what it has printed until it answers, and all that it has logged until now. */
const served = (command: string, env: NodeJS.ProcessEnv) =>
  Effect.gen(function* () {
    const log: Array<string> = []
    const { child } = yield* Effect.acquireRelease(
      Effect.sync(() => {
        const child = spawn("sh", ["-c", command], {
          cwd: root,
          env,
          detached: true,
          stdio: ["ignore", "pipe", "pipe"]
        })
        child.stderr.setEncoding("utf8").on("data", (text: string) => log.push(text))
        return { child, closed: once(child, "close") }
      }),
      ({ child: { pid }, closed }) =>
        Effect.promise(async () => {
          // npm, and what it has started, which has its outputs as well.
          if (pid !== undefined) process.kill(-pid, "SIGTERM")
          await closed
        })
    )
    const printed = yield* Effect.async<string>((resume) => {
      let printed = ""
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        printed += text
        if (greeting.test(printed)) resume(Effect.succeed(printed))
      })
      child.once("close", () => resume(Effect.dieMessage(`The server has ended: ${printed}${log.join("")}`)))
    })
    return { printed, logged: Effect.sync(() => log.join("")) }
  })

/** What the steps of the document name: what is pressed or seen on the page, and what is written, in their order. */
const namedInSteps = () => {
  const steps = documentText(DOCUMENT, SECTION).match(/^\d\. .+$/gm) ?? []
  return steps.flatMap((step) => Array.from(step.matchAll(/_([^_]+)_|`([^`]+)`/g), ([, label, text]) => label ?? text))
}

it.scopedLive.skipIf(chromium === null || process.platform === "win32")(
  "the first minute of docs/console.md leads from npm start to a dollar that is spent, to more, and on, word for word",
  () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const env = environment({ TOLLGATE_DATABASE: join(folder, "tollgate.db"), TOLLGATE_PORT: "0" })
      const [start, spends, goesOn] = ["npm start", ". examples", "spend"].map(
        (beginning) => documentCommands(DOCUMENT, beginning, SECTION)[0]
      )
      const { logged, printed } = yield* served(start?.code ?? "", env)
      const [, address = ""] = /Open (\S+\/console) with the management key/.exec(printed) ?? []
      const [, management = ""] = /^Management key {2}(\S+)$/m.exec(printed) ?? []

      // The document has the port that nothing states.
      expect(documentText(DOCUMENT, SECTION)).toContain(`<${address.replace(/:\d+/, ":8787")}>`)

      // Whatever the document names is done or seen here, in its order.
      const done: Array<string> = []
      const names = (text: string) => {
        done.push(text)
        return text
      }
      const first = yield* openPage(yield* openedBrowser, address)
      const manager = reader(first.page)
      yield* manager.types(names("Key"), management)
      yield* manager.clicks(names("Sign in"))
      yield* manager.follows(names("Keys"))
      yield* manager.clicks(names("New key"))
      yield* manager.types(names("Name"), names("Docs assistant"))
      yield* manager.types(names("Limit in USD"), names("1"))
      yield* manager.clicks(names("Create key"))
      const secret = yield* manager.secret
      yield* manager.clicks(names("I have stored it"))

      const shell = yield* Effect.acquireRelease(
        Effect.sync(() => terminal(root, env)),
        ({ end }) => Effect.promise(end)
      )
      const shows = ({ code = "", shown = "" }: { readonly code?: string; readonly shown?: string } = {}) =>
        Effect.gen(function* () {
          shell.type(code.replace("tg_sk_…", secret))
          expect(yield* Effect.promise(() => shell.shown(linesOf(shown).length))).toEqual(linesOf(shown))
        })
      yield* shows(spends)

      yield* manager.follows(names("Overview"))
      const budgets = names("Budgets above 80 %")
      yield* manager.seesRow(budgets, { Budget: "Docs assistant", Spent: names("$1"), Left: names("$0") })
      const refused = `Key "Docs assistant" was refused a request by its limit of $1.00: $1.00 is spent.`
      const alerts = names("Last alerts")
      yield* manager.seesRow(alerts, { Kind: "refused", What: refused })
      expect((yield* manager.column(alerts, "Kind")).join()).toBe("refused,threshold,threshold,threshold")

      const second = yield* openPage(yield* openedBrowser, address)
      const holder = reader(second.page)
      yield* holder.types(names("Key"), secret)
      yield* holder.clicks(names("Sign in"))
      yield* holder.sees(names("My key"))
      yield* holder.clicks(names("Ask for more"))
      yield* holder.types(names("Amount in USD"), names("1"))
      yield* holder.types(names("Why"), names("The evaluation of this week"))
      yield* holder.clicks(names("Ask"))
      yield* holder.sees("You have asked for more.")

      yield* manager.follows(names("Asked for"))
      yield* manager.sees("The evaluation of this week")
      names("Approve")
      yield* manager.clicks("Approve more for Docs assistant")
      yield* manager.clicks(names("Approve"))
      yield* manager.sees("Approved: “Docs assistant” may spend more from its next request on.")
      yield* manager.seesRow("Requests for more", { Key: "Docs assistantowner", State: "approved" })

      // It appears by itself.
      yield* holder.seesRow("Requests for more", { Amount: "$1", State: names("approved") })
      const own = "Budgets that limit this key"
      yield* holder.seesRow(own, { Budget: "Key", Spent: "$1", Left: names("$1"), Limit: "$1+ $1 boost" })
      expect(done).toEqual(namedInSteps())

      yield* shows(goesOn)
      yield* holder.seesRow(own, { Budget: "Key", Spent: "$1.5", Left: "$0.5" })
      expect([yield* first.violations, yield* second.violations]).toEqual([[], []])
      const log = yield* logged
      expect(log).toContain("/budgets/requests/")
      expect([log.includes(secret), log.includes(management)]).toEqual([false, false])
    }),
  LONG
)
