export const commandMessages = {
  noDatabase: (folder: string) => `There is no database under ${folder}; set DATA_DIR or DATABASE_URL`,
} as const
