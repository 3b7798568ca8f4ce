/** Highest altitude that an object of this declination reaches, in degrees. */
export default function culmination(declination: number, latitude: number): number {
  return Math.round((90 - Math.abs(latitude - declination)) * 10) / 10;
}

export const toHours = (minutes: number): string => `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, '0')}`;
