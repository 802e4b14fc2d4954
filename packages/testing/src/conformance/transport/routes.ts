import { notFound } from "../answers.js"
import type { CaseRequest } from "../CaseRequest.js"
import { type Details, type Draft, draft } from "../Draft.js"
import { each } from "../each.js"
import { asManager, CLOSE, get, json, MANAGER, raw, repeated, withoutKey } from "../requests.js"

/** Paths below the base URL that no operation has. */
const nowhere: Readonly<Record<string, string>> = {
  "base path only": "/",
  unknown: "/nope",
  plural: "/presetss",
  "in capitals": "/PRESETS",
  "prefix of a route": "/preset",
  "child of a list": "/images/models/",
  "another version": "/../v2/presets",
  dot: "/./presets",
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

/** Targets that only a bare socket can send. */
const targets: Readonly<Record<string, string>> = {
  "outside the base path": "/presets",
  "a path that only begins like the base path": "{BASE}x/presets",
  // A URL parser reads the first segment after two slashes as the host.
  "double slash": "/{BASE}/presets"
}

const target = (text: string): CaseRequest => ({
  ...get("/nope", withoutKey),
  raw: [`GET ${text} HTTP/1.1`, "Host: h", MANAGER, CLOSE, "", ""].join("\r\n")
})

const named = (name: string, request: CaseRequest, details?: Details): Draft =>
  draft(null, `route: ${name}`, request, notFound, details)

const post = { method: "POST", path: "/nope", headers: { ...asManager, ...json } }
const long = { status: 431, alt: [414, 400] }
const elsewhere = target("http://evil.example{BASE}/presets")

/** Unknown routes are 404 whatever the credential and body, because the route is checked first. */
export const routes: ReadonlyArray<Draft> = [
  ...each(nowhere, (name, path) => named(name, get(path))),
  ...each(targets, (name, text) => named(name, target(text), { basis: "derived" })),
  draft(null, "route: absolute-form target", elsewhere, { ...notFound, alt: [200, 400, 421] }),
  draft(null, "route: 20 KB path", raw("GET", "/{a*20000}", [CLOSE]), long, { basis: "node" }),
  named("unknown, without a credential", get("/nope", withoutKey)),
  named("unknown, any method", { ...get("/nope"), method: "DELETE" }),
  named("unknown, with a bad body", { ...post, body: "{" }),
  named("unknown, with an oversized body", { ...post, ...repeated("", "a", 70_000, "") }),
  named("storage fails, and an unknown route is still 404", get("/nope"), { setup: ["fault:storage-down"] })
]
