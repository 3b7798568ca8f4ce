export interface Gardener {
  id: number;
  name: string;
  key: string;
  role: 'member' | 'steward';
  contact?: { email: string; phone?: string };
}

export interface Planting {
  crop: string;
  sownOn: string;
  harvests?: number[];
}

export interface Plot {
  id: number;
  label: string;
  squareMetres: number;
  gardenerId: number | null;
  plantings: Planting[];
}

export interface Loan {
  id: number;
  tool: string;
  gardenerId: number;
  dueOn: string;
  returned: boolean;
}
