// The code of core and http that the client has: it imports nothing, so it is bundled as it is (`#shared` of client).
import { fileURLToPath } from "node:url"

export const NOTE = "// Written by the build from @tollgate/core and the contract. Change those, not this file."

/** Where the client has what is made for it. */
export const folder = "packages/client/dist"

/** The code that the client has of each package, with its types. It imports nothing, so it is bundled as it is. */
const SHARED = {
  core: {
    "prices/usage/conversions": Object.fromEntries(
      ["aiSdk", "anthropic", "gemini", "openAiChat", "openAiResponses", "openTelemetry"].map((name) => [
        name,
        "(usage: unknown) => Converted"
      ])
    ),
    "schema/formatUuidV7": { formatUuidV7: "(instant: number, random: Uint8Array) => string" },
    "schema/idForms": {
      IDEMPOTENCY_KEY: "RegExp",
      IDEMPOTENCY_KEY_WORDS: "string",
      isRunId: "(name: unknown) => name is string",
      RUN_ID: "string"
    },
    "schema/recognize": {
      recognize: '(kind: { readonly prototype: object }, tag: string, made: "base" | "itself") => void'
    },
    "schema/refusalEntries": {
      refusalEntries: `Readonly<Record<string, {
  readonly status: number
  readonly reason: string
  readonly sentence: string
}>>`,
      storageReasons: '{ readonly none: "storage_unavailable"; readonly unknown: "storage_unknown" }'
    },
    "values/queryList": { writeList: "(values: ReadonlyArray<unknown>) => string" },
    "values/nanoDollars": { fromDollars: "(dollars: number) => bigint", toDollars: "(nanos: bigint) => number" }
  },
  http: {
    "client/plain/baseUrl": { baseUrl: "(url: string | URL) => string" },
    "client/plain/commonRefusals": { commonRefusals: "ReadonlyArray<string>" },
    "client/plain/copyError": {
      copyError: "(failure: unknown, sent: ReadonlyArray<string>) => Error | undefined",
      sentTexts: "(headers: Readonly<Record<string, string>>, body: string | null) => ReadonlyArray<string>"
    },
    "client/plain/isSegment": { isSegment: "(text: unknown) => text is string" },
    "client/plain/isVisible": { isVisible: "(text: string) => boolean" },
    "client/plain/requestFailure": {
      codeOf: "(failure: unknown) => string | null",
      failureMessage: `(failure: {
  readonly operation: string
  readonly reason: "no_answer" | "server_error" | "unknown_status" | "unreadable_answer"
  readonly status: number | null
  readonly code: string | null
}) => string`
    },
    "client/plain/waitAfter": {
      waitAfter: `(failed: {
  readonly isLost: boolean
  readonly head: { readonly status: number; readonly retryAfter: number | null } | null
}, tries: number) => number | null`
    }
  }
}

const CONVERTED = `export type Converted =
  | { readonly usage: import("./models.js").TokenUsage }
  | { readonly mismatch: { readonly of: "cache_write" | "input" | "output" | "total"; readonly total: number; readonly parts: number } }
  | { readonly issues: ReadonlyArray<{ readonly path: ReadonlyArray<string | number>; readonly expected: string }> }`

const sharedFiles = Object.entries(SHARED).flatMap(([name, files]) =>
  Object.entries(files).map(([file, types]) => ({ path: `${name}/dist/${file}`, types }))
)

const bundle = async () => {
  // Installed only when this runs.
  const { build } = await import("esbuild")
  const { metafile, outputFiles } = await build({
    stdin: {
      contents: sharedFiles
        .map(({ path, types }) => `export { ${Object.keys(types).join(", ")} } from "./${path}.js"`)
        .join("\n"),
      resolveDir: fileURLToPath(new URL("../packages", import.meta.url))
    },
    bundle: true,
    metafile: true,
    write: false,
    format: "esm",
    target: "es2022",
    logLevel: "silent"
  })
  const foreign = Object.keys(metafile.inputs).find((path) => path.includes("node_modules"))
  if (foreign !== undefined)
    throw new Error(`The client would bundle ${foreign}: let what scripts/clientShared.mjs shares import nothing.`)
  return `${NOTE}\n${outputFiles[0].text}`
}

const declarations = () => {
  const types = sharedFiles.flatMap(({ types }) => Object.entries(types))
  return [NOTE, CONVERTED, ...types.map(([name, type]) => `export declare const ${name}: ${type}`), ""].join("\n")
}

/** The text of every emitted file, by its path. */
export const clientShared = async () =>
  new Map([
    [`${folder}/shared.js`, await bundle()],
    [`${folder}/shared.d.ts`, declarations()]
  ])
