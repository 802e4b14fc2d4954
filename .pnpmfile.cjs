// better-sqlite3 12 aborts Node.js 24.19 and later, so it is not installed there: it is optional everywhere, and pnpm
// skips an optional package whose `engines` exclude the running Node.js.
const readPackage = (manifest) => {
  if (manifest.name === "better-sqlite3") manifest.engines = { ...manifest.engines, node: ">=20 <24" }
  return manifest
}

module.exports = { hooks: { readPackage } }
