/** A name, or words for one that nobody would see, such as a space: it could neither be read nor clicked. */
export const shownName = (name: string, id: string): string =>
  /[^\s\p{Default_Ignorable_Code_Point}]/u.test(name) ? name : `unnamed ${id.slice(0, 12)}`
