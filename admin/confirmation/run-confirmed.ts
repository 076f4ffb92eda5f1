import { createContext, useContext } from 'react'

/** Runs a call. If the server requires the password, asks for it and runs the call again. */
export type RunConfirmed = <T>(action: () => Promise<T>) => Promise<T>

export const ConfirmationContext = createContext<RunConfirmed>((action) => action())

export const useRunConfirmed = (): RunConfirmed => useContext(ConfirmationContext)
