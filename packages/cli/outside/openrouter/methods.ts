import { generatedPart, markdownTable } from "../../../../scripts/generatedPart.mjs"
import { type Version, versions } from "./Walk.js"

/** What a version of the client has told of each method, by its name; null if it has returned what was expected. */
export type Told = Readonly<{ [V in Version]: ReadonlyMap<string, string | null> }>

/** The methods that have no operation, by the beginnings of their names. */
const without: ReadonlyArray<readonly [beginnings: ReadonlyArray<string>, reason: string]> = [
  [
    [
      "alpha.decisions.",
      "beta.responses.",
      "callModel",
      "chat.",
      "embeddings.generate",
      "images.generate",
      "rerank.",
      "responses.",
      "stt.",
      "systemOne.",
      "tts.",
      "videoGeneration."
    ],
    "Calls of models: your gateway makes them"
  ],
  [["presets.createPresets"], "They make a preset of a call. `POST /presets` creates one"],
  [
    ["benchmarks.", "classifications.", "datasets.", "embeddings.listModels", "endpoints.", "models.", "providers."],
    "The catalogue and the statistics of that service. `GET /prices` lists rate cards"
  ],
  [
    ["analytics.getAnalyticsMeta", "analytics.queryAnalytics", "beta.analytics."],
    "Reports by query. `GET /activity` groups what requests cost"
  ],
  [["generations."], "Tollgate keeps no prompts and no answers. `GET /holds` lists requests"],
  [["credits."], "There is no balance: budgets limit what is spent"],
  [["observability.", "scim."], "Integrations of that service. The host knows its users, and metrics are Prometheus'"],
  [["oAuth.createOauthToken", "oAuth.listOauthJwks"], "Identities are the host's"],
  [["containers.", "files.", "interns.", "vault."], "Products of that service"]
]

/** The methods that send nothing. */
const alone = ["oAuth.createAuthorizationUrl", "oAuth.createSHA256CodeChallenge"]

/** All methods of a version, as `apiKeys.create`. */
export const methodsOf = (version: Version): ReadonlyArray<string> => {
  const within = (group: object, path: ReadonlyArray<string>): ReadonlyArray<string> =>
    Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(group))).flatMap(([name, { get }]) => {
      if (name === "constructor") return []
      // A group is made when it is read.
      return get === undefined ? [[...path, name].join(".")] : within(get.call(group), [...path, name])
    })
  return within(new versions[version]({ apiKey: "" }), [])
}

const names = Object.keys(versions) as ReadonlyArray<Version>

const isWithout = (method: string) =>
  without.some(([beginnings]) => beginnings.some((start) => method.startsWith(start)))

/** Methods of a version that are in none of the lists, or in more than one. */
export const misplaced = (version: Version, told: Told): ReadonlyArray<string> =>
  methodsOf(version).filter(
    (method) => [told[version].has(method), alone.includes(method), isWithout(method)].filter(Boolean).length !== 1
  )

const code = (text: string) => `\`${text}\``

/** The table of the methods that have an operation. */
const operationsPart = (told: Told, routes: ReadonlyMap<string, string>): string => {
  const methods = [...new Set(names.flatMap((version) => [...told[version].keys()]))].sort()
  const cell = (version: Version, method: string) => {
    const wrong = told[version].get(method)
    if (wrong === undefined) return "no such method"
    return wrong === null ? "pass" : wrong
  }
  const rows = methods.map((method) => [
    code(method),
    code(routes.get(method) ?? ""),
    ...names.map((version) => cell(version, method))
  ])
  return markdownTable([["Method", "Operation", ...names], ...rows])
}

const othersPart = (): string => {
  const all = new Map(names.map((version) => [version, methodsOf(version)]))
  const both = [...new Set([...all.values()].flat())].sort()
  const shown = (method: string) => {
    const of = names.filter((version) => all.get(version)?.includes(method))
    return of.length === names.length ? code(method) : `${code(method)} (${of.join(", ")})`
  }
  const rows = without.map(([beginnings, reason]) => {
    const found = both.filter((method) => beginnings.some((start) => method.startsWith(start)))
    return [reason, found.map(shown).join(", ")]
  })
  return markdownTable([["Why there is no operation", "Methods"], ...rows])
}

const passed = (told: Told, version: Version) => {
  const all = [...told[version].values()]
  return `${all.filter((wrong) => wrong === null).length} of ${all.length}`
}

/** What docs/compat.md says of the methods. */
export const methodsText = (told: Told, plain: Told, routes: ReadonlyMap<string, string>): string => {
  const count = (of: Told) => names.map((version) => `${passed(of, version)} of ${version}`).join(" and ")
  return [
    `Of the methods that have an operation, ${count(told)} pass. Without the flag, ${count(plain)} read the answer.`,
    operationsPart(told, routes),
    "Methods without an operation:",
    othersPart()
  ].join("\n\n")
}

export const methodsPart = generatedPart(
  "docs/compat.md",
  "methods",
  "TOLLGATE_WRITE=1 npm test -- --project cli compat.test"
)
