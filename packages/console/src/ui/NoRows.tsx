import type { ComponentChildren } from "preact"
import { setQuery } from "../shell/route.js"
import { Empty } from "./Empty.js"

/** In place of the rows of a page without any: why the list is empty, or the way back from a page behind its end. */
export const NoRows = ({ children, offset }: { readonly offset: number; readonly children: ComponentChildren }) =>
  offset === 0 ? (
    <Empty>{children}</Empty>
  ) : (
    <Empty>
      The list ends before this page.{" "}
      <button type="button" class="small" onClick={() => setQuery({})}>
        First page
      </button>
    </Empty>
  )
