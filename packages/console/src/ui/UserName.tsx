/** A user beneath what is theirs, by the id, on one line. */
export const UserName = ({ id }: { readonly id: string }) => (
  <div class="quiet small user" title={id}>
    {id}
  </div>
)
