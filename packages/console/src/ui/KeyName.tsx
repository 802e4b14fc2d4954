import { useSession } from "../session/useSession.js"
import { href } from "../shell/route.js"
import { useStore } from "../store.js"
import { shownName } from "./shownName.js"

/** A key by its name, with a link to its page. */
export const KeyName = ({ hash, name }: { readonly hash: string; readonly name?: string | null | undefined }) => {
  const { names } = useSession()
  useStore(names.version)
  const known = name ?? names.key(hash)
  const short = hash.slice(0, 12)
  if (known === null) return <span title={hash}>deleted key {short}</span>
  return (
    <a href={href(["keys", hash])} title={hash}>
      {known === undefined ? short : shownName(known, hash)}
    </a>
  )
}

/** A workspace by its name. */
export const WorkspaceName = ({ id }: { readonly id: string }) => {
  const { names } = useSession()
  useStore(names.version)
  return <span title={id}>{names.workspace(id) ?? `workspace ${id.slice(0, 8)}`}</span>
}

/** The workspaces to choose from. */
export const useWorkspaces = () => {
  const { names } = useSession()
  useStore(names.version)
  return names.workspaces()
}
