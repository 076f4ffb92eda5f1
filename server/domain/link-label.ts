/** Links without a name show their slug. */
export const linkLabel = ({ name, slug }: { name: string; slug: string }): string => name || slug
