// The versions that programs show, from the package.json of their package: reading that at run time is not possible in a browser, and
// slows the start.
import { readFileSync, writeFileSync } from "node:fs"

const files = [
  { name: "http", file: "packages/http/src/api/version.ts" },
  { name: "cli", file: "packages/cli/src/version.ts" }
]

export const writeVersions = () => {
  for (const { file, name } of files) {
    const { version } = JSON.parse(readFileSync(new URL(`../packages/${name}/package.json`, import.meta.url), "utf8"))
    const text = `// Written by \`npm run generate\` from package.json.\n\nexport const version = "${version}"\n`
    writeFileSync(new URL(`../${file}`, import.meta.url), text)
  }
}
