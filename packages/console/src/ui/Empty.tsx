import type { ComponentChildren } from "preact"

/** That there is nothing, and what to do. */
export const Empty = ({ children }: { readonly children: ComponentChildren }) => <p class="empty">{children}</p>
