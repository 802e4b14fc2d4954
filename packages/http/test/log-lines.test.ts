import { describe, expect, it } from "@effect/vitest"
import { jsonLogger, logfmtLogger, NodeServer, TollgateApp } from "@tollgate/http"
import { Context, Effect, Layer, Logger, LogLevel } from "effect"
import * as FindMyWay from "find-my-way-ts"
import { afterAll, vi } from "vitest"
import { api, bearer, openAccount, send } from "./account.js"
import { exchange } from "./wire.js"

/** Every router shares this prototype, the framework's too. Modules may be loaded already, so they are not mocked. */
const lookUps = vi.spyOn(Object.getPrototypeOf(FindMyWay.make()), "find")
afterAll(() => lookUps.mockRestore())

/** A server over a socket whose log lines are kept as objects. */
const logged = Effect.gen(function* () {
  const account = yield* openAccount
  const lines: Array<Record<string, unknown>> = []
  const logger = Logger.map(jsonLogger, (line) => void lines.push(JSON.parse(line)))
  const built = yield* Layer.build(
    NodeServer.layer({ host: "127.0.0.1", port: 0 }).pipe(
      Layer.provide(TollgateApp.layer),
      Layer.provide(Layer.succeedContext(account.stores))
    )
  ).pipe(
    Effect.provide(Layer.merge(Logger.replace(Logger.defaultLogger, logger), Logger.minimumLogLevel(LogLevel.Debug)))
  )
  const { url } = Context.get(built, NodeServer)
  const line = (path: string, key?: string) =>
    Effect.gen(function* () {
      lines.length = 0
      const { headers, status } = yield* send(url + path, key === undefined ? {} : { headers: bearer(key) })
      const [found] = lines
      expect(found).toMatchObject({ message: "request", status, request_id: headers["x-request-id"] })
      expect(lines).toHaveLength(1)
      return found
    })
  return { ...account, line, lines, url }
})

describe("the log line of a request", () => {
  it.scoped("names the key, the organization, the user and the client, and no secret", () =>
    Effect.gen(function* () {
      const { hash, line, managementHash, managementKey } = yield* logged
      const found = yield* line(api(`/keys/${hash}?secret=${managementKey}`), managementKey)
      expect(found).toEqual({
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        level: "INFO",
        message: "request",
        method: "GET",
        path: api(`/keys/${hash.slice(0, 12)}`),
        status: 200,
        key: managementHash.slice(0, 12),
        organization: expect.stringMatching(/^[0-9a-f-]{36}$/),
        user: "owner",
        client_address: "127.0.0.1",
        millis: expect.any(Number),
        request_id: expect.any(String)
      })
    })
  )

  it.scoped("names none of them for a caller that is not known", () =>
    Effect.gen(function* () {
      const { line, managementKey } = yield* logged
      const unknown = { key: null, organization: null, user: null, client_address: "127.0.0.1" }
      expect(yield* line(api("/presets"))).toMatchObject({ ...unknown, path: api("/presets"), status: 401 })
      const stray = yield* line(`/api/${managementKey}/keys`, managementKey)
      expect(stray).toMatchObject({ ...unknown, path: "/api/***/keys", status: 404 })
    })
  )

  it.scoped("names the client of bytes that are no request", () =>
    Effect.gen(function* () {
      const { lines, url } = yield* logged
      const { answers } = yield* exchange(url, "garbage\r\n\r\n")
      expect(lines).toEqual([
        {
          timestamp: expect.any(String),
          level: "INFO",
          message: "request",
          status: 400,
          reason: "invalid_http",
          client_address: "127.0.0.1",
          request_id: answers[0]?.headers["x-request-id"]
        }
      ])
    })
  )

  it.scoped("is at debug for a probe", () =>
    Effect.gen(function* () {
      const { line } = yield* logged
      expect(yield* line("/healthz")).toMatchObject({ level: "DEBUG", path: "/healthz" })
      expect(yield* line("/readyz")).toMatchObject({ level: "DEBUG", path: "/readyz" })
      expect(yield* line("/healthz?verbose")).toMatchObject({ level: "DEBUG", path: "/healthz" })
      expect(yield* line("/openapi.json")).toMatchObject({ level: "INFO", path: "/openapi.json" })
    })
  )

  it.scoped("costs no look-up of its route", () =>
    Effect.gen(function* () {
      const { hash, line, managementKey } = yield* logged
      lookUps.mockClear()
      yield* line(api(`/keys/${hash}`), managementKey)
      yield* line(api("/presets"))
      yield* line("/readyz")
      // One for each request, by the framework that routes it.
      expect(lookUps).toHaveBeenCalledTimes(3)
      // Only the answer to an unknown path looks for the methods that it has.
      yield* line("/nowhere")
      expect(lookUps.mock.calls.length).toBeGreaterThan(4)
    })
  )
})

describe("the form of a log line", () => {
  const written = (logger: Logger.Logger<unknown, string>) => {
    const lines: Array<string> = []
    const log = Effect.annotateLogs(Effect.logInfo("request", "done"), { user: 'o"w ner\n', key: null, status: 200 })
    const layer = Logger.replace(
      Logger.defaultLogger,
      Logger.map(logger, (line) => void lines.push(line))
    )
    return Effect.map(Effect.provide(log, layer), () => lines)
  }

  it.effect("is name=value pairs, quoted where a value needs it", () =>
    Effect.gen(function* () {
      const [line = ""] = yield* written(logfmtLogger)
      expect(line).toMatch(/^timestamp=1970-01-01T00:00:00\.000Z level=INFO message="request done" /)
      expect(
        line
          .slice(line.indexOf("done") + 6)
          .split(/ (?=key|status|user)/)
          .sort()
      ).toEqual(["key=-", "status=200", 'user="o\\"w ner\\n"'])
    })
  )

  it.effect("is one JSON object", () =>
    Effect.gen(function* () {
      const [line = ""] = yield* written(jsonLogger)
      expect(JSON.parse(line)).toEqual({
        timestamp: "1970-01-01T00:00:00.000Z",
        level: "INFO",
        message: "request done",
        key: null,
        status: 200,
        user: 'o"w ner\n'
      })
    })
  )
})
