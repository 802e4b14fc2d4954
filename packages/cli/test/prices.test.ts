import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

/** An initialized database in a folder, in which the commands run. */
const opened = Effect.gen(function* () {
  const cwd = yield* temporaryFolder
  const tollgate = (...args: ReadonlyArray<string>) => Effect.promise(() => runHere(args, { cwd }))
  yield* tollgate("init")
  const write = (name: string, json: unknown) => writeFileSync(join(cwd, name), JSON.stringify(json))
  return { tollgate, write }
})

const writer = { provider: "acme", model: "writer", rates: { input: 0.15, output: 0.6 } }
const painter = { provider: "acme", model: "painter", rates: { input: 0, output: 0, image: 0.04 } }
const tool = { provider: "acme", model: "tool:search/web", rates: { units: { calls: 0.01 } } }
const done = (...lines: ReadonlyArray<string>) => ({ code: 0, stderr: "", stdout: [...lines, ""].join("\n") })

describe("prices", () => {
  it.scopedLive("imports a file, lists the book, and tells what another file would change", () =>
    Effect.gen(function* () {
      const { tollgate, write } = yield* opened
      expect(yield* tollgate("prices", "list")).toEqual(done("The price book is empty."))
      write("first.json", { cards: [writer, painter] })
      expect(yield* tollgate("prices", "import", "first.json")).toEqual(
        done("Imported 2 rate cards: 2 added, 0 changed, 0 removed. Skipped 0 entries.")
      )
      expect(yield* tollgate("prices", "list")).toEqual(
        done(
          "model         input  output  cache read  cache write  image  units  tiers",
          "acme/painter  0      0                                0.04",
          "acme/writer   0.15   0.6"
        )
      )
      const dearer = { ...writer, rates: { input: 0.3, output: 0.6 } }
      write("next.json", { cards: [dearer, { ...painter, model: "sculptor" }] })
      const changes = [
        "+ acme/sculptor  input 0, output 0",
        "~ acme/writer  input 0.15, output 0.6 -> input 0.3, output 0.6"
      ]
      const gone = "- acme/painter  input 0, output 0"
      const replaced = [...changes, gone, "1 added, 1 changed, 1 removed."]
      const merged = [...changes, "1 added, 1 changed, 0 removed."]
      expect(yield* tollgate("prices", "diff", "next.json", "--replace")).toEqual(done(...replaced))
      expect(yield* tollgate("prices", "diff", "next.json")).toEqual(done(...merged))
      expect(yield* tollgate("prices", "diff", "next.json")).toEqual(done(...merged))
      expect(yield* tollgate("prices", "import", "next.json")).toEqual(
        done("Imported 2 rate cards: 1 added, 1 changed, 0 removed. Skipped 0 entries.")
      )
      expect(yield* tollgate("prices", "diff", "next.json")).toEqual(done("0 added, 0 changed, 0 removed."))
      expect(yield* tollgate("prices", "import", "next.json", "--replace")).toEqual(
        done(gone, "Imported 2 rate cards: 0 added, 0 changed, 1 removed. Skipped 0 entries.")
      )
      expect(yield* tollgate("prices", "diff", "next.json", "--replace")).toEqual(
        done("0 added, 0 changed, 0 removed.")
      )
    })
  )

  it.scopedLive("shows the prices of units, and how they change", () =>
    Effect.gen(function* () {
      const { tollgate, write } = yield* opened
      const card = (model: string, units: object) => ({
        provider: "acme",
        model,
        rates: { units }
      })
      const speaker = card("speaker", { seconds: 0.0001, characters: 15 })
      write("first.json", { cards: [card("tool:search/web", { calls: 0.01 }), speaker] })
      yield* tollgate("prices", "import", "first.json")
      expect(yield* tollgate("prices", "list")).toEqual(
        done(
          "model                 input  output  cache read  cache write  image  units                          tiers",
          "acme/speaker                                                         seconds 0.0001, characters 15",
          "acme/tool:search/web                                                 calls 0.01"
        )
      )
      write("next.json", { cards: [card("tool:search/web", { calls: 0.02 })] })
      expect(yield* tollgate("prices", "diff", "next.json")).toEqual(
        done("~ acme/tool:search/web  calls 0.01 -> calls 0.02", "0 added, 1 changed, 0 removed.")
      )
    })
  )

  it.scopedLive("prints JSON that can be imported", () =>
    Effect.gen(function* () {
      const { tollgate, write } = yield* opened
      write("first.json", { cards: [{ ...writer, tiers: [{ above: 10, input: 1 }], aliases: ["w"] }, tool] })
      yield* tollgate("prices", "import", "first.json")
      const { stdout } = yield* tollgate("prices", "list", "--json")
      write("again.json", JSON.parse(stdout))
      expect(yield* tollgate("prices", "diff", "again.json")).toEqual(done("0 added, 0 changed, 0 removed."))
    })
  )

  it.scopedLive("reads the files of models.dev and LiteLLM, and names what it skips on standard error", () =>
    Effect.gen(function* () {
      const { tollgate, write } = yield* opened
      write("api.json", { acme: { models: { writer: { cost: { input: 1, output: 2 } }, free: {} } } })
      expect(yield* tollgate("prices", "import", "api.json")).toEqual({
        code: 0,
        stdout: "Imported 1 rate cards: 1 added, 0 changed, 0 removed. Skipped 1 entries.\n",
        stderr: "Skipped acme/free: no price for input and output.\n"
      })
      write("litellm.json", {
        writer: { litellm_provider: "acme", input_cost_per_token: 2e-6, output_cost_per_token: 2e-6 }
      })
      expect(yield* tollgate("prices", "diff", "litellm.json")).toEqual(
        done("~ acme/writer  input 1, output 2 -> input 2, output 2", "0 added, 1 changed, 0 removed.")
      )
    })
  )

  it.scopedLive(
    "merges the files of two sources, and says which providers it mapped and what it skipped for each reason",
    () =>
      Effect.gen(function* () {
        const { tollgate, write } = yield* opened
        const tokens = { input_cost_per_token: 1e-6, output_cost_per_token: 2e-6 }
        const unpriced = Object.fromEntries(
          Array.from({ length: 12 }, (_, at) => [`sound-${at}`, { litellm_provider: "openai" }])
        )
        write("litellm.json", {
          "gemini/gemini-x": { litellm_provider: "gemini", ...tokens },
          "gemini-x": { litellm_provider: "vertex_ai-language-models", ...tokens },
          "gemini-y": { litellm_provider: "vertex_ai-language-models", ...tokens },
          "vertex_ai/gemini-y": { litellm_provider: "vertex_ai", ...tokens },
          ...unpriced
        })
        write("own.json", { cards: [{ ...writer, provider: "my-vllm" }] })
        yield* tollgate("prices", "import", "own.json")
        expect(yield* tollgate("prices", "import", "litellm.json")).toEqual({
          code: 0,
          stdout: "Imported 3 rate cards: 3 added, 0 changed, 0 removed. Skipped 13 entries.\n",
          stderr: [
            "Mapped the provider gemini to google-ai-studio: 1 rate cards.",
            "Mapped the provider vertex_ai-language-models to google-vertex: 2 rate cards.",
            "Skipped vertex_ai/gemini-y: the model has an earlier entry.",
            ...Array.from({ length: 10 }, (_, at) => `Skipped sound-${at}: no price per token, image or request.`),
            "Skipped 2 more: no price per token, image or request.",
            ""
          ].join("\n")
        })
        expect(yield* tollgate("prices", "list")).toEqual(
          done(
            "model                      input  output  cache read  cache write  image  units  tiers",
            "google-ai-studio/gemini-x  1      2",
            "google-vertex/gemini-x     1      2",
            "google-vertex/gemini-y     1      2",
            "my-vllm/writer             0.15   0.6"
          )
        )
      })
  )

  it.scopedLive("refuses a file that it cannot read, and leaves the book as it is", () =>
    Effect.gen(function* () {
      const { tollgate, write } = yield* opened
      write("first.json", { cards: [writer] })
      yield* tollgate("prices", "import", "first.json")
      write("negative.json", { cards: [{ ...writer, rates: { input: -1, output: 0 } }] })
      write("keys.json", { key: "tg_mk_…", organization: "Acme" })
      write("unpriced.json", { acme: { models: { writer: {} } } })
      const refused = (file: string, reason: string) => ({
        code: 1,
        stdout: "",
        stderr: `The prices in ${file} cannot be read: ${reason}. Nothing was changed.\n`
      })
      expect(yield* tollgate("prices", "import", "none.json")).toEqual(refused("none.json", "the file does not exist"))
      expect(yield* tollgate("prices", "import", "tollgate.db")).toEqual(refused("tollgate.db", "it is not JSON"))
      expect(yield* tollgate("prices", "import", "keys.json")).toEqual(
        refused("keys.json", 'it is neither { "cards": [...] } nor a file of models.dev or LiteLLM')
      )
      expect(yield* tollgate("prices", "import", "unpriced.json")).toEqual(
        refused("unpriced.json", "no entry states a price")
      )
      expect(yield* tollgate("prices", "import", "negative.json")).toEqual(
        refused("negative.json", "cards.0.rates.input: expected a number of US dollars between 0 and 100000")
      )
      expect(yield* tollgate("prices", "diff", "first.json")).toEqual(done("0 added, 0 changed, 0 removed."))
    })
  )
})
