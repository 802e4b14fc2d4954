// The page of the console: its script and its style, bundled into one HTML document, and the policy that allows these two by their hashes.
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const main = fileURLToPath(new URL("../packages/console/src/main.tsx", import.meta.url))

/** Licenses ask that their text goes with the code. */
const noticeOf = (name) => {
  const folder = dirname(createRequire(main).resolve(`${name}/package.json`))
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return `${name} ${version}\n${readFileSync(join(folder, "LICENSE"), "utf8").trim()}`
}

const bundle = async () => {
  // npm start loads this before it has installed anything.
  const { build } = await import("esbuild")
  const { outputFiles } = await build({
    entryPoints: [main],
    outdir: "page",
    bundle: true,
    write: false,
    minify: true,
    format: "iife",
    platform: "browser",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    // The notices stand in the document.
    legalComments: "none",
    logLevel: "warning"
  })
  const textOf = (extension) => outputFiles.find(({ path }) => path.endsWith(extension))?.text.trim() ?? ""
  return { script: textOf(".js"), style: textOf(".css") }
}

/** How a policy names a text (CSP Level 3, section 2.3.1). */
const hashed = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

const page = ({ script, style }) =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Tollgate</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<!--
${["preact", "uplot"].map(noticeOf).join("\n\n").replaceAll("--", "- -")}
-->
<style>${style}</style>
</head>
<body>
<div id="app"></div>
<noscript><p>The console needs JavaScript. Without it, use the command <code>tollgate</code> or the API.</p></noscript>
<script>${script}</script>
</body>
</html>
`

const policyOf = ({ script, style }) =>
  [
    "default-src 'none'",
    `script-src ${hashed(script)}`,
    `style-src ${hashed(style)}`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

/** The module of the page, by its path. */
export const consolePage = async () => {
  const parts = await bundle()
  // A browser would end the elements earlier, or hash other line ends.
  if (/<!--|<\/script|\r/i.test(parts.script)) throw new Error("The console's script cannot stand in a document.")
  if (/<\/style|\r/i.test(parts.style)) throw new Error("The console's style cannot stand in a document.")
  const text = [
    "// Written by the build: see scripts/consolePage.mjs.",
    `export const html = ${JSON.stringify(page(parts))}`,
    `export const policy = ${JSON.stringify(policyOf(parts))}`,
    ""
  ].join("\n")
  return new Map([["packages/console/dist/page.js", text]])
}
