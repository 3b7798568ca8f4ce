/** Days off come from the personnel office; its address and token are in the environment. */
export async function daysOff(doctor: string): Promise<string[]> {
  const { HR_URL: url = 'http://127.0.0.1:4100', HR_TOKEN: token } = process.env;
  if (!token) throw new Error('HR_TOKEN is not set');
  const response = await fetch(`${url}/leave/${doctor}`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`personnel office answered ${response.status}`);
  const { days } = (await response.json()) as { days: string[] };
  return days.toSorted();
}
