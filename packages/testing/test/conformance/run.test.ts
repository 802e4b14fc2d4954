import { describe, expect, it } from "vitest"
import { expectSame } from "../../dist/conformance/Api.js"
import { asking, badRequest, caseOf, type Fake, notFound, reasons, refusal, run, withFake } from "./fakeServer.js"

const presets = { data: [], total_count: 0 }
const reading = { method: "GET", path: "/things/1", headers: {} }

/** A record that PATCH changes, whatever the server then answers. */
const writing = (answer: "refuses" | "refuses but writes"): Fake => {
  let name = "a"
  return ({ method }, body) => {
    if (method !== "PATCH") return { status: 200, body: { name } }
    if (answer === "refuses but writes") name = body
    return badRequest
  }
}

/** A change of the record that must leave it as it is. */
const refused = (body: string) =>
  caseOf(async ({ api }) => {
    const before = await api.read(reading)
    await api.send({ ...reading, method: "PATCH", body }, { status: 400 })
    expectSame(await api.read(reading), before, "what was read before")
  })

describe("what a case sends", () => {
  it("is judged request by request, until the first answer that is not as expected", async () => {
    const asked: Array<string | undefined> = []
    const fake: Fake = ({ url }) => {
      asked.push(url)
      return url?.endsWith("/second") ? notFound : { status: 200, body: {} }
    }
    const found = await reasons(fake, async ({ api }) => {
      await api.get("/first", { status: 200 })
      await api.post("/second", {}, { status: 200 })
      await api.get("/third", { status: 200 })
    })
    expect(found).toEqual(["POST /second: status 404, expected 200"])
    expect(asked).toEqual(["/api/v1/first", "/api/v1/second"])
  })

  it("bears the management key, or the credential of its own", async () => {
    const keys: Array<string | undefined> = []
    const fake: Fake = ({ headers }) => {
      keys.push(headers.authorization)
      return { status: 200, body: presets }
    }
    const one = caseOf(async ({ api, plain }) => {
      await api.get("/presets", { status: 200 })
      await api.get("/presets", { status: 200 }, plain)
    })
    expect(await run(fake, [one], { account: { MGMT_KEY: "m", PLAIN_KEY: "p" } })).toMatchObject({ passed: 1 })
    expect(keys).toEqual(["Bearer m", "Bearer p"])
  })

  it("is told to the caller with the case and what it expects", async () => {
    const told: Array<unknown> = []
    await run(() => ({ status: 200, body: presets }), [asking({ status: 200 })], {
      onRequest: (one, { path }, { status }) => told.push([one.name, path, status])
    })
    expect(told).toEqual([["a case", "/presets", 200]])
  })

  it("may be sent several times, each of which is judged", async () => {
    let count = 0
    const third: Fake = () => (++count < 3 ? { status: 200, body: {} } : notFound)
    expect(await reasons(third, ({ api }) => api.repeat(3, reading, { status: 200 }))).toEqual([
      "GET /things/1: status 404, expected 200"
    ])
    expect(count).toBe(3)
  })

  it("may be sent several times at once, and the statuses are counted", async () => {
    let count = 0
    const once: Fake = () => (++count === 2 ? { status: 200, body: {} } : badRequest)
    const together = () => reasons(once, ({ api }) => api.together(5, reading, { status: 200 }, { 200: 1, 400: 4 }))
    expect(await together()).toEqual([])
    expect(await together()).toContain("GET /things/1: statuses.200 = nothing, expected 1")
  })
})

describe("what a refused change must leave as it is", () => {
  it("is seen if it was changed all the same", async () => {
    expect(await run(writing("refuses"), [refused("b")])).toMatchObject({ passed: 1 })
    const { failed } = await run(writing("refuses but writes"), [refused("b"), { ...refused("c"), n: 2 }])
    expect(failed.map(({ reasons }) => reasons)).toEqual([
      ["differs from what was read before", 'body.name = "b", expected "a"'],
      ["differs from what was read before", 'body.name = "c", expected "b"']
    ])
  })

  it("is read once between two cases, unless something was sent that may change it", async () => {
    const methods: Array<string> = []
    const fake: Fake = (request, body) => {
      methods.push(request.method ?? "")
      return writing("refuses")(request, body)
    }
    const get = caseOf(({ api }) => api.get("/things/1", { status: 200 }))
    const post = caseOf(({ api }) => api.post("/things", {}, { status: 200 }))
    await run(fake, [refused("b"), refused("c"), get, refused("d"), post, refused("e")])
    expect(methods.join(" ")).toBe("GET PATCH GET PATCH GET GET PATCH GET POST GET PATCH GET")
  })

  it("may be read by a change of nothing", async () => {
    const methods: Array<string> = []
    const fake: Fake = ({ method }) => {
      methods.push(method ?? "")
      return { status: 200, body: {} }
    }
    const nothing = { ...reading, method: "PATCH", body: "{}" }
    await run(fake, [
      caseOf(async ({ api }) => {
        await api.read(reading)
        await api.read(nothing)
        await api.read(reading)
      })
    ])
    expect(methods).toEqual(["GET", "PATCH"])
  })
})

describe("a case", () => {
  const skips = async (one: ReturnType<typeof caseOf>, options: Parameters<typeof run>[2] = {}) =>
    (await run(() => notFound, [one], options)).skipped.map(({ reason }) => reason)

  it("is skipped where a value of the account is not known", async () => {
    expect(await skips(caseOf(async ({ account }) => account.KEY_HASH))).toEqual(["no KEY_HASH"])
  })

  it("is skipped where the server refuses what it makes", async () => {
    const account = { MGMT_KEY: "m" }
    expect(
      await skips(
        caseOf(({ made }) => made.guardrail()),
        { account }
      )
    ).toEqual(["cannot be made: POST guardrails 404"])
  })

  it("is skipped where the run has no such server, no log, or no time", async () => {
    expect(await skips(caseOf((run) => run.isolated()))).toEqual(["no server of its own"])
    expect(await skips(caseOf((run) => run.failing()))).toEqual(["no server whose storage fails"])
    expect(await skips(caseOf((run) => run.limited(2)))).toEqual(["no server with a rate limit"])
    expect(await skips(caseOf(async ({ log }) => log()))).toEqual(["no log"])
    expect(await skips(asking({ status: 200 }, { needs: "slow" }))).toEqual(["slow"])
  })

  it("may be run on servers of its own, which are stopped in the end, last first", async () => {
    const events: Array<string> = []
    const fake: Fake = ({ headers, url }) => {
      events.push(`${url} ${headers.authorization}`)
      return { status: 200, body: {} }
    }
    await withFake(fake, async (url) => {
      const host = (name: string) => async () => ({
        url: `${url}/${name}`,
        account: { MGMT_KEY: name },
        close: async () => void events.push(`stop ${name}`)
      })
      const hooks = { isolated: host("isolated"), limited: (n: number) => host(`limited${n}`)() }
      const one = caseOf(async (run) => {
        await (await run.isolated()).api.get("/x", { status: 200 })
        await (await run.limited(2)).api.get("/y", { status: 200 })
      })
      expect(await run(fake, [one], { hooks })).toMatchObject({ passed: 1 })
    })
    expect(events).toEqual([
      "/api/v1/isolated/x Bearer isolated",
      "/api/v1/limited2/y Bearer limited2",
      "stop limited2",
      "stop isolated"
    ])
  })

  it("fails, and not the run, where a hook rejects", async () => {
    const hooks = { isolated: () => Promise.reject(new Error("no database")) }
    const next = asking({ status: 404 }, { n: 2, name: "next" })
    const report = await run(() => notFound, [caseOf((run) => run.isolated()), next], { hooks })
    expect(report.passed).toBe(1)
    expect(report.failed.map(({ reasons: [reason] }) => reason)).toEqual(["could not be run: Error: no database"])
  })

  it("finds a secret in the log", async () => {
    const quiet = caseOf(async ({ account, api, log }) => {
      const notLogged = log()
      await api.get("/presets", { status: 401 })
      await notLogged(account.MGMT_KEY)
    })
    const judged = (log: string) =>
      run(() => refusal(401, "Invalid credentials"), [quiet], {
        account: { MGMT_KEY: "tg_mk_canary" },
        hooks: { logs: async () => log }
      })
    expect(await judged("GET /presets 401")).toMatchObject({ passed: 1 })
    expect((await judged("GET /presets?k=tg_mk_canary")).failed).toMatchObject([
      { reasons: ["the log contains a secret"] }
    ])
  })
})
