import { href } from "../shell/route.js"
import { KeyName } from "./KeyName.js"

/** The scope of a budget. */
interface Of {
  readonly scope: string
  readonly name: string | null
  readonly key_hash: string | null
  readonly user_id: string | null
  readonly workspace_id: string | null
}

/** The name of the scope of a budget, with a link to its screen if it has one. */
export const BudgetName = ({ of }: { readonly of: Of }) => {
  const { key_hash, name, scope, user_id, workspace_id } = of
  if (scope === "key" && key_hash !== null) return <KeyName hash={key_hash} name={name} />
  if (scope === "run" && name !== null) {
    const parent = name.includes("/") ? name.slice(0, name.lastIndexOf("/")) : undefined
    return <a href={href(["runs"], { parent, workspace: workspace_id ?? undefined })}>{name}</a>
  }
  return (
    <>
      {name ?? "deleted"}
      {key_hash === null ? null : (
        <>
          {" "}
          for <KeyName hash={key_hash} />
        </>
      )}
      {user_id === null ? null : (
        <div class="quiet small user" title={user_id}>
          for {user_id}
        </div>
      )}
    </>
  )
}
