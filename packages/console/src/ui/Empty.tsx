import type { ComponentChildren } from "preact"

/** In place of content: that there is none, and what to do. */
export const Empty = ({ children }: { readonly children: ComponentChildren }) => <p class="empty">{children}</p>
