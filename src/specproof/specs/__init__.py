"""The law as data: loaded strictly, validated, compared, exported. Knows no database and no terminal."""
