import { createContext, useContext } from 'react'

/** Runs a call; when the server asks for the password, confirms it and runs the call again. */
export type RunConfirmed = <T>(act: () => Promise<T>) => Promise<T>

export const ConfirmationContext = createContext<RunConfirmed>((act) => act())

export const useRunConfirmed = (): RunConfirmed => useContext(ConfirmationContext)
