import { execFileSync } from "node:child_process"
import { chmodSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/client"
import { Effect } from "effect"
import { freePort } from "../../../test/freePort.js"
import { serving } from "./harness/command.js"
import { runHere, servingHere } from "./harness/here.js"
import { sendBytes, upstream } from "./harness/proxies.js"
import { temporaryFolder } from "./harness/stores.js"

const FLAGS = ["--forward-auth", "0", "--forward-auth-settings", "forward-auth.json"]
const ROUTES = { chat: { amount: 0.01 } }

/** A folder with a database, its keys, and settings of forward auth. */
const prepared = () =>
  Effect.gen(function* () {
    const cwd = yield* temporaryFolder
    const { stdout } = yield* Effect.promise(() => runHere(["init"], { cwd }))
    const keyOf = (kind: string) => new RegExp(`tg_${kind}_[0-9A-Za-z]{49}`).exec(stdout)?.[0] ?? ""
    const keyFile = join(cwd, "gateway.key")
    writeFileSync(keyFile, `${keyOf("gk")}\n`, { mode: 0o600 })
    const write = (text: string | Uint8Array) => writeFileSync(join(cwd, "forward-auth.json"), text)
    // As Notepad writes it.
    write(`\uFEFF${JSON.stringify({ gateway_key_file: "gateway.key", routes: ROUTES })}`)
    const refusal = (flags: ReadonlyArray<string> = FLAGS) =>
      Effect.promise(() => runHere(["serve", "--port", "0", ...flags], { cwd }))
    return { cwd, gatewayKey: keyOf("gk"), managementKey: keyOf("mk"), keyFile, write, refusal }
  })

describe("--forward-auth", () => {
  it.scopedLive("prints its address, and keeps every key out of the log", () =>
    Effect.gen(function* () {
      const { cwd, gatewayKey, managementKey } = yield* prepared()
      const variables = { TOLLGATE_FORWARD_AUTH: "[::1]:0", TOLLGATE_FORWARD_AUTH_SETTINGS: "forward-auth.json" }
      const { url, written } = yield* servingHere(["--log", "debug"], { cwd, variables })
      const [, address = ""] =
        /^Forward auth for proxies is below (http:\/\/\[::1\]:\d+\/auth)\.$/m.exec(written.stdout) ?? []
      const statuses = yield* Effect.promise(async () => {
        const { data, key } = await Tollgate.connect({ url }).withKey(managementKey).keys.create({ name: "A user" })
        const ask = async (path: string, headers: Record<string, string>) =>
          (await fetch(`${address}/${path}`, { headers })).status
        const asked = [
          await ask("chat", { Authorization: `Bearer ${key}` }),
          await ask(`chat/${key}?key=${key}`, { Authorization: `Bearer ${key}` }),
          await ask(key, { "X-Tollgate-Gateway-Key": gatewayKey })
        ]
        return { asked, key, hash: data.hash }
      })
      expect(statuses.asked).toEqual([200, 400, 404])
      expect(written.stderr.match(/path=\/auth\S* status=\d+ key=\S+/g)).toEqual([
        `path=/auth/chat status=200 key=${statuses.hash.slice(0, 12)}`,
        "path=/auth/chat/*** status=400 key=-",
        "path=/auth/*** status=404 key=-"
      ])
      for (const secret of [statuses.key, gatewayKey, managementKey]) expect(written.stderr).not.toContain(secret)
    })
  )

  it.scopedLive("stops with the server, after the requests in flight", () =>
    Effect.gen(function* () {
      const { cwd } = yield* prepared()
      const { child, ended, written } = yield* serving(FLAGS, { cwd })
      const port = Number(/below http:\/\/127\.0\.0\.1:(\d+)\//.exec(written.stdout)?.[1])
      expect((yield* sendBytes(port, "GET /auth/chat HTTP/1.0\r\n\r\n")).status).toBe(401)
      child.kill("SIGTERM")
      expect((yield* Effect.promise(() => ended)).code).toBe(0)
      expect((yield* sendBytes(port, "GET /auth/chat HTTP/1.0\r\n\r\n")).status).toBe(0)
    })
  )

  const fields =
    '"mode" | "takes" | "key" | "refuse" | "amount" | "model" | "user_id" | "provider" | "zdr" | "lease_seconds" | "labels"'
  const amount = "a number above 0, at most 1000000000"
  const wrong: ReadonlyArray<readonly [settings: unknown, problems: ReadonlyArray<string>]> = [
    [[], ["it must be an object."]],
    [{}, ["gateway_key_file is required.", "routes is required."]],
    [{ gateway_key_file: "", routes: ROUTES }, ["gateway_key_file must be the path of a file with a gateway key."]],
    [
      { gateway_key_file: "gateway.key", routes: ROUTES, port: 1 },
      ['port must be one of the fields "gateway_key_file" | "routes".']
    ],
    ...[{}, { Chat: { amount: 1 } }, { "a/b": { amount: 1 } }, { __proto: { amount: 1 } }].map(
      (routes) =>
        [
          { gateway_key_file: "gateway.key", routes },
          ["routes must be routes with names of 1 to 63 of a-z, 0-9 and -, which begin with a letter."]
        ] as const
    ),
    [
      {
        gateway_key_file: "gateway.key",
        routes: {
          "gpt-4o": { amount: 0, mode: "free", colour: 1 },
          a: {},
          b: { amount: 1, takes: ["amount", "model"], model: "x" },
          c: { amount: 1, takes: "model", key: "cookie", refuse: 402 },
          d: { amount: 1e10, lease_seconds: 0, labels: { Team: "x" }, model: "", user_id: 7, zdr: 1, provider: "A B" }
        }
      },
      [
        `routes.gpt-4o.colour must be one of the fields ${fields}.`,
        "routes.gpt-4o.mode must be charge or hold.",
        `routes.gpt-4o.amount must be ${amount}.`,
        `routes.a.amount must be ${amount}, unless takes has amount.`,
        "routes.b.amount must be no value where takes has amount: remove one of the two.",
        "routes.b.model must be no value where takes has model: remove one of the two.",
        "routes.c.takes must be a list of amount, model, user, run, request_id.",
        "routes.c.key must be authorization, x-api-key, x-goog-api-key or api-key.",
        "routes.c.refuse must be 403.",
        `routes.d.amount must be ${amount}.`,
        "routes.d.model must be text of 1 to 255 characters without control characters or bidirectional marks.",
        "routes.d.user_id must be text of 1 to 255 characters without control characters or bidirectional marks.",
        "routes.d.provider must be the slug of a provider: 1 to 50 lowercase letters and digits, in groups joined by single hyphens.",
        "routes.d.zdr must be true or false.",
        "routes.d.lease_seconds must be a whole number of seconds from 1 to 2592000.",
        "routes.d.labels must be an object of at most 8 labels: names of 1 to 32 of a-z, 0-9 and _, not __proto__, texts of 1 to 64 characters."
      ]
    ]
  ]

  it.scopedLive.each(wrong)("refuses the settings %j with a sentence for each mistake", ([settings, problems]) =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      writeFileSync(join(cwd, "forward-auth.json"), JSON.stringify(settings))
      const stderr = `${problems.map((problem) => `forward-auth.json: ${problem}`).join("\n")}\n`
      expect(yield* Effect.promise(() => runHere(["serve", "--port", "0", ...FLAGS], { cwd }))).toEqual({
        code: 2,
        stdout: "",
        stderr
      })
      // Nothing was created.
      expect(readdirSync(cwd)).toEqual(["forward-auth.json"])
    })
  )

  it.scopedLive("refuses a file that is not there, or not JSON as it is meant, and one flag without the other", () =>
    Effect.gen(function* () {
      const { refusal, write } = yield* prepared()
      const settings = (routes: string) => `{ "gateway_key_file": "none", "routes": { ${routes} } }`
      const wrongText: ReadonlyArray<readonly [settings: string | Uint8Array, problem: string]> = [
        ["{", "it must be JSON in UTF-8."],
        [Buffer.from(settings('"chat": { "amount": 1, "model": "é" }'), "latin1"), "it must be JSON in UTF-8."],
        [settings('"chat": { "amount": 10 }, "chat": { "amount": 0.01 }'), "it must have each field at most once."],
        [
          settings('"chat": { "amount": 0.12345678901234567890 }'),
          "it must have numbers that a 64-bit float holds without loss."
        ]
      ]
      for (const [text, problem] of wrongText) {
        write(text)
        expect((yield* refusal()).stderr).toBe(`forward-auth.json: ${problem}\n`)
      }
      const other = ["--forward-auth", "127.0.0.1:0", "--forward-auth-settings", "none.json"]
      expect((yield* refusal(other)).stderr).toBe("none.json: it cannot be read. The file does not exist.\n")
      for (const flags of [FLAGS.slice(0, 2), FLAGS.slice(2)]) {
        expect(yield* refusal(flags)).toEqual({
          code: 2,
          stdout: "",
          stderr:
            "TOLLGATE_FORWARD_AUTH_SETTINGS (or --forward-auth-settings) must be the path of a file of JSON with gateway_key_file and routes, given together with --forward-auth.\n"
        })
      }
    })
  )

  it.scopedLive.skipIf(process.platform === "win32")(
    "refuses a key file that others can read, that is a pipe or has no gateway key, or one of another database",
    () =>
      Effect.gen(function* () {
        const { keyFile, managementKey, refusal } = yield* prepared()
        const create = "Create one with `tollgate gateway-keys create`."
        chmodSync(keyFile, 0o640)
        expect(yield* refusal()).toMatchObject({
          code: 1,
          stderr: `The key file ${keyFile} is readable by users other than its owner. Restrict it: chmod 600.\n`
        })
        chmodSync(keyFile, 0o600)
        const isNoKey = `The key file ${keyFile} does not have one key alone. Put the key there, in one line.\n`
        writeFileSync(keyFile, "two lines\nof text\n")
        expect((yield* refusal()).stderr).toBe(isNoKey)
        rmSync(keyFile)
        expect((yield* refusal()).stderr).toBe(
          `The key file ${keyFile} does not exist. Write the key to it, or name another file.\n`
        )
        execFileSync("mkfifo", ["-m", "600", keyFile])
        expect((yield* refusal()).stderr).toBe(isNoKey)
        rmSync(keyFile)
        writeFileSync(keyFile, managementKey, { mode: 0o600 })
        expect((yield* refusal()).stderr).toBe(
          `forward-auth.json: gateway_key_file must name a file with a gateway key, which ${keyFile} is not. ${create}\n`
        )
        const { gatewayKey } = yield* prepared()
        writeFileSync(keyFile, gatewayKey)
        expect(yield* refusal()).toMatchObject({
          code: 2,
          stderr: `forward-auth.json: gateway_key_file must name a gateway key of this database. ${create}\n`
        })
      })
  )

  it.scopedLive("names itself where its port is in use or that of another server", () =>
    Effect.gen(function* () {
      const { refusal } = yield* prepared()
      const { port } = yield* upstream
      const rest = ["--forward-auth-settings", "forward-auth.json"]
      expect(yield* refusal(["--forward-auth", `127.0.0.1:${port}`, ...rest])).toEqual({
        code: 1,
        stdout: "",
        stderr: `Cannot listen on 127.0.0.1:${port}: the port is in use. Choose another port with --forward-auth or TOLLGATE_FORWARD_AUTH.\n`
      })
      const free = `127.0.0.1:${yield* Effect.promise(freePort)}`
      const same = yield* refusal(["--metrics", free, "--forward-auth", free, ...rest])
      expect([same.code, same.stderr]).toEqual([
        2,
        "TOLLGATE_FORWARD_AUTH (or --forward-auth) must be an address and a port of this machine, such as 127.0.0.1:9465 or [::1]:9465, where port 0 takes any free port; a port alone is one of 127.0.0.1, other than the port of the server.\n"
      ])
    })
  )
})
