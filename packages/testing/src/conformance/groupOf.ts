/** What a case is filed under: its operation's id, or `transport` where it belongs to none. */
export const groupOf = ({ operationId }: { readonly operationId: string | null }): string => operationId ?? "transport"
