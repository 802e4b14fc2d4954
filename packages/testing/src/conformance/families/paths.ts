import { notFound } from "../answers.js"
import type { Family } from "../Subject.js"

/** The operation's path with a slash too many. */
export const paths: Family = ({ path, refuses }) => {
  const doubled = path.includes("/", 1) ? path.replace(/^\/\w+/, "$&/") : `/${path}`
  return [
    refuses("a trailing slash names nothing", { path: `${path}/` }, notFound),
    refuses("a doubled slash names nothing", { path: doubled }, notFound)
  ]
}
