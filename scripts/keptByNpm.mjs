// npm takes flags before `--` as its own settings, and says so at most in a warning: the server would start without them.

/** The flags of `tollgate serve`. */
export const serveFlags = [
  "allow-import",
  "audit-retention-days",
  "compat",
  "cors-origin",
  "database",
  "forward-auth",
  "forward-auth-settings",
  "host",
  "log",
  "log-format",
  "master-key",
  "metrics",
  "no-console",
  "port",
  "requests-per-minute",
  "retention-days",
  "serve-credentials",
  "webhook-private"
]

/**
 * What to type instead, if npm has kept flags of the server; null if it has not.
 *
 * @param env The variables of the environment, where npm writes its settings.
 * @param args The words that npm has left to the script, such as the value of the one flag.
 */
export const keptByNpm = (env, args) => {
  const kept = serveFlags.flatMap((flag) => {
    // Of a flag that begins with no-, npm keeps the setting without it, as empty.
    const isNegative = flag.startsWith("no-")
    const value = env[`npm_config_${flag.replace(/^no-/, "").replaceAll("-", "_")}`]
    if (value === undefined || isNegative !== (value === "")) return []
    if (isNegative) return [`--${flag}`]
    return [value === "true" ? `--${flag}` : `--${flag} ${value}`]
  })
  if (kept.length === 0) return null
  const names = kept.map((flag) => flag.split(" ")[0]).join(", ")
  // Which of several flags a word was the value of, npm does not say.
  const words = kept.length === 1 ? [...kept, ...args] : kept.map((flag) => (flag.includes(" ") ? flag : `${flag} …`))
  return `npm kept ${names} for itself. Write -- before the flags of the server: npm start -- ${words.join(" ")}`
}
