// What publint and Are the types wrong? say of a packed package.
import { readFileSync } from "node:fs"
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { publint } from "publint"
import { formatMessage } from "publint/utils"

/** Packages are ECMAScript modules alone, with `exports`: what cannot read those is not asked. */
const notAsked = new Set(["node10", "node16-cjs"])

/** Sentences that say what is wrong; none where nothing is. */
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
