import { settings } from '../settings.ts';
import type { Appointment, Doctor, Patient } from '../store/index.ts';

export interface Invoice {
  appointment: string;
  patient: string;
  netCents: number;
  vatCents: number;
  coveredCents: number;
  dueCents: number;
}

const vat = (cents: number): number => Math.round((cents * settings.vatPercent) / 100);

export function invoiceFor(appointment: Appointment, doctor: Doctor, patient: Patient): Invoice {
  const netCents = appointment.extras.reduce((sum, cents) => sum + cents, doctor.feeCents);
  const vatCents = vat(netCents);
  const coveredCents = Math.round((netCents * (patient.insurance?.coverPercent ?? 0)) / 100);
  return {
    appointment: appointment.id,
    patient: patient.name,
    netCents,
    vatCents,
    coveredCents,
    dueCents: netCents + vatCents - coveredCents,
  };
}
