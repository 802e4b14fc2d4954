import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { loadAccount, VarsRefused } from "@tollgate/testing/conformance"
import { Effect } from "effect"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "tollgate-account-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const isRoot = process.getuid?.() === 0

const refused = [
  { name: "that is not there", make: () => {}, why: "cannot be read: there is no such file" },
  { name: "that is a folder", make: (file: string) => mkdirSync(file), why: "cannot be read: it is a folder" },
  ...(isRoot
    ? []
    : [
        {
          name: "that this user may not read",
          make: (file: string) => {
            writeFileSync(file, "{}")
            chmodSync(file, 0)
          },
          why: "cannot be read: this user may not"
        }
      ]),
  ...[
    { name: "that is empty", text: "", why: "is no JSON" },
    { name: "cut short", text: '{"MGMT_KEY":"tg_mk_secret', why: "is no JSON" },
    ...['["tg_mk_secret"]', '{"MGMT_KEY":{"secret":1}}', '{"MGMT_KEY":"k","KEY_HASH":["secret"]}', "null"].map(
      (text) => ({
        name: `of ${text}`,
        text,
        why: "must be one JSON object of texts"
      })
    ),
    { name: "of nothing", text: "{}", why: "lacks MGMT_KEY, without which hardly a case can be run" },
    {
      name: "without a management key",
      text: '{"KEY_HASH":"secret"}',
      why: "lacks MGMT_KEY, without which hardly a case can be run"
    }
  ].map(({ name, text, why }) => ({ name, why, make: (file: string) => writeFileSync(file, text) }))
]

describe.each(refused)("a file of an account $name", ({ make, why }) => {
  it.scopedLive("is refused with its path and why, and nothing of what is in it", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "account.json")
      make(file)
      const failure = yield* Effect.flip(loadAccount(file))
      expect(failure).toEqual(new VarsRefused({ file, why }))
      expect(failure.message).toBe(`The account in ${file} ${why}.`)
    })
  )
})

describe("a file of an account", () => {
  it.scopedLive("is read", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "account.json")
      writeFileSync(file, '{"MGMT_KEY":"k"}')
      expect(yield* loadAccount(file)).toEqual({ MGMT_KEY: "k" })
    })
  )
})
