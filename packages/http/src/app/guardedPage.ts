import { createHash } from "node:crypto"

/** What stands in elements of this name that have no attributes, as a policy names it (CSP Level 3, section 2.3.1). */
const hashes = (html: string, element: string): string =>
  Array.from(html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, "gs")), ([, text = ""]) => {
    const digest = createHash("sha256").update(text).digest("base64")
    return `'sha256-${digest}'`
  }).join(" ")

/** What the page lets nobody try: to replace a whole catalogue by an example of one is done too soon. */
const untried = "supportedSubmitMethods: ['get', 'post', 'patch', 'delete'],"

/** A page that runs its own scripts and styles and no others, loads nothing from elsewhere, and stands in no frame. */
export const guardedPage = (html: string) => {
  // As a browser reads them before it hashes.
  const lines = html.replace(/\r\n?/g, "\n")
  // Without an icon of its own a browser asks for one.
  const page = lines
    .replace("<head>", '<head>\n  <link rel="icon" href="data:,">')
    .replace("dom_id: '#swagger-ui',", (where) => `${where} ${untried}`)
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
