export const commandMessages = {
  noDatabase: (folder: string) => `There is no database under ${folder}; set DATA_DIR or DATABASE_URL`,
  onlyGivenCertificates: (why: string) =>
    `${why}; only the certificate of the settings is known: no revoked ones, and a time stamp counts as changed`,
} as const
