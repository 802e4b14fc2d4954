// Checks a packed package with publint and Are the types wrong?
import { readFileSync } from "node:fs"
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { publint } from "publint"
import { formatMessage } from "publint/utils"

/** Packages are ECMAScript modules with `exports`, so older module resolutions are not checked. */
const notAsked = new Set(["node10", "node16-cjs"])

/** The problems, as sentences. */
export const lint = async ({ directory, manifest, tarball }) => {
  const { messages, pkg } = await publint({ pkgDir: directory, pack: false, strict: true })
  const types = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))))
  const wrong = types.types === false ? [{ kind: "NoTypes" }] : types.problems
  return [
    ...messages.map((message) => `${manifest.name}: ${formatMessage(message, pkg, { color: false })}`),
    ...wrong
      .filter(({ resolutionKind }) => !notAsked.has(resolutionKind))
      .map(({ kind, ...problem }) => `${manifest.name}: ${kind} ${JSON.stringify(problem)}`)
  ]
}
