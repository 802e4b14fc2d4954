import { type Draft, transport } from "../Case.js"
import { type Expectation, notFound } from "../Expectation.js"
import type { Run } from "../Run.js"
import { authorization, CLOSE, get, json, raw, type Sent, withoutKey } from "../Sent.js"

/** Paths below the base URL that no operation has. */
const nowhere: Readonly<Record<string, string>> = {
  "base path only": "/",
  unknown: "/nope",
  plural: "/presetss",
  "in capitals": "/PRESETS",
  "prefix of a route": "/preset",
  "child of a list": "/images/models/",
  semicolon: "/presets;a=b",
  "encoded slash": "/presets%2F",
  backslash: "/presets%5C",
  NUL: "/presets%00",
  newline: "/presets%0A",
  "broken percent escape": "/%zz",
  "a space": "/%20presets",
  "a hidden file": "/.env",
  ["__proto__"]: "/__proto__"
}

/** The same with segments of dots, which a web request resolves. */
const dotted: Readonly<Record<string, string>> = {
  "another version": "/../v2/presets",
  dot: "/./presets"
}

/** Targets that only a bare socket can send, for the path of the base URL. */
const targets: Readonly<Record<string, (base: string) => string>> = {
  "outside the base path": () => "/presets",
  "a path that only begins like the base path": (base) => `${base}x/presets`,
  // A URL parser reads the first segment after two slashes as the host.
  "double slash": (base) => `/${base}/presets`
}

const route = (name: string, of: (run: Run) => Sent, expect: Expectation = notFound, needs?: "socket") =>
  transport(`route: ${name}`, (run) => run.api.send(of(run), expect), needs)

const target = (name: string, of: (base: string) => string, expect: Expectation = notFound) =>
  route(
    name,
    ({ account }) => ({
      ...get("/nope", withoutKey),
      raw: (base) =>
        [`GET ${of(base)} HTTP/1.1`, "Host: h", authorization(account.MGMT_KEY), CLOSE, "", ""].join("\r\n")
    }),
    expect,
    "socket"
  )

const post = ({ manager }: Run, body: string) => ({
  method: "POST",
  path: "/nope",
  headers: { ...manager, ...json },
  body
})

/** Unknown routes are 404 whatever the credential and body, because the route is checked first. */
export const routes: ReadonlyArray<Draft> = [
  ...Object.entries(nowhere).map(([name, path]) => route(name, ({ manager }) => get(path, manager))),
  ...Object.entries(dotted).map(([name, path]) => route(name, ({ manager }) => get(path, manager), notFound, "socket")),
  ...Object.entries(targets).map(([name, of]) => target(name, of)),
  target("absolute-form target", (base) => `http://evil.example${base}/presets`, {
    ...notFound,
    alt: [200, 400, 421]
  }),
  route("20 KB path", () => raw("GET", `/${"a".repeat(20_000)}`, [CLOSE]), { status: 431, alt: [414, 400] }, "socket"),
  route("unknown, without a credential", () => get("/nope", withoutKey)),
  route("unknown, any method", ({ manager }) => ({ ...get("/nope", manager), method: "DELETE" })),
  route("unknown, with a bad body", (run) => post(run, "{")),
  route("unknown, with an oversized body", (run) => post(run, "a".repeat(70_000))),
  transport("route: storage fails, and an unknown route is still 404", async (run) => {
    const { api } = await run.failing()
    await api.get("/nope", notFound)
  })
]
