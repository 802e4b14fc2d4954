import { notFound } from "../answers.js"
import type { Family } from "../Subject.js"

/** The operation's path with an extra slash. */
export const paths: Family = ({ path, refuses }) => {
  const doubled = path.includes("/", 1) ? path.replace(/^\/\w+/, "$&/") : `/${path}`
  return [
    refuses("a trailing slash is 404", { path: `${path}/` }, notFound),
    refuses("a doubled slash is 404", { path: doubled }, notFound)
  ]
}
