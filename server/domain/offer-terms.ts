/** Whether dollars are whole cents. */
export const isCents = (dollars: number): boolean => Math.round(dollars * 100) / 100 === dollars
