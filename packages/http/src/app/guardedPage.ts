import { createHash } from "node:crypto"
import { protocolRefusals } from "../api/document/guide.js"

/** The hashes of all elements of a name without attributes, as a policy lists them (CSP Level 3, section 2.3.1). */
const hashes = (html: string, element: string): string =>
  Array.from(html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, "gs")), ([, text = ""]) => {
    const digest = createHash("sha256").update(text).digest("base64")
    return `'sha256-${digest}'`
  }).join(" ")

/** Methods that the page may try out. Without PUT: sending its example would replace the whole catalogue of models. */
const tryable = "supportedSubmitMethods: ['get', 'post', 'patch', 'delete'],"

const rows = protocolRefusals.map(
  ({ message, reason, status }) => `<tr><td>${status}</td><td><code>${reason}</code></td><td>${message}</td></tr>`
)

/** The refusals at the HTTP level, below the operations. The classes are Swagger UI's own. */
const refusals = [
  '<section class="swagger-ui"><div class="wrapper"><h2>Refusals at the HTTP level</h2>',
  "<p>Any request may be answered with one of these.</p>",
  `<table><thead><tr><th>Status</th><th>error.metadata.reason</th><th>Message</th></tr></thead><tbody>${rows.join("")}</tbody></table>`,
  "</div></section>"
].join("\n")

/** Completes the page, and restricts it to its own scripts and styles. It loads nothing from other hosts and in no frame. */
export const guardedPage = (html: string) => {
  // A browser normalizes line ends before it hashes.
  const lines = html.replace(/\r\n?/g, "\n")
  // Without an icon in the page, browsers request `/favicon.ico`.
  const page = lines
    .replace("<head>", '<head>\n  <link rel="icon" href="data:,">')
    .replace('<div id="swagger-ui"></div>', (element) => `${element}\n${refusals}`)
    .replace("dom_id: '#swagger-ui',", (where) => `${where} ${tryable}`)
  const end = page.indexOf("<body>")
  const policy = {
    "default-src": "'none'",
    "script-src": hashes(page.slice(end), "script"),
    "style-src": hashes(page.slice(0, end), "style"),
    "img-src": "data:",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'"
  }
  const headers = {
    "Content-Security-Policy": Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join("; "),
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer"
  }
  return { page, headers }
}
